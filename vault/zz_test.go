package vault_test
import ("testing";"vaultgraph/vault";"vaultgraph/graph";"time";"fmt";"os")
func TestZZ(t *testing.T){
 os.RemoveAll("/tmp/vc")
 for _,d:=range []string{"/tmp/gv/v1000","/tmp/gv/v10000","/tmp/gv/v100000"}{ for i:=0;i<3;i++{ st:=time.Now(); v,_:=vault.Open(d); w,err:=v.View(t.Context(),vault.ViewOptions{Cache:"/tmp/vc"}); if err!=nil{t.Fatal(err)}; fmt.Println(d,w.Unindexed,w.Notices,"view",time.Since(st));
  st=time.Now(); src,_:=w.Source(t.Context()); e,err:=w.Find(t.Context(),"tickets/PAY"); _=e; fmt.Println("find",time.Since(st),err!=nil); st=time.Now()
  r,err:=graph.Walk(t.Context(),src,"services/"+first(d),graph.Options{Depth:2}); fmt.Println("walk",len(r.Visits),len(r.Edges),err,time.Since(st)); w.Close()}}
}
func first(d string) string { es,_:=os.ReadDir(d+"/services"); for _,e:=range es{ if !e.IsDir(){return e.Name()}}; return "" }
