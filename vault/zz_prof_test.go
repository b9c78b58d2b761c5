package vault_test
import ("testing";"vaultgraph/vault";"time";"runtime")
func TestProf(t *testing.T){
 v,_:=vault.Open("/tmp/vt/big100k")
 t0:=time.Now()
 fs,p,err:=v.Scan(t.Context()); if err!=nil{t.Fatal(err)}
 t.Log("scan",time.Since(t0)); t0=time.Now()
 s,err:=v.Read(t.Context(),fs,p)
 t.Log("read",time.Since(t0),len(s.Entries)); t0=time.Now()
 runtime.GC()
 var m runtime.MemStats; runtime.ReadMemStats(&m); t.Log(m.HeapAlloc>>20, m.TotalAlloc>>20)
 t0=time.Now(); vault.NewNameTable(func() (x []string){for _,e:=range s.Entries{x=append(x,e.Path)};return}()); t.Log("names",time.Since(t0))
}
