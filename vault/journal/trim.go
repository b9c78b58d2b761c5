package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// trim drops the oldest writes where the file would become larger than it may, or holds some that are too old. It
// leaves a quarter of the room free, so that it is not needed for every write.
func (j *Journal) trim(coming []Write) error {
	info, err := os.Stat(j.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("looking at the journal: %w", err)
	}
	writes, err := j.Read()
	if err != nil {
		return err
	}
	oldest := time.Time{}
	if len(coming) > 0 {
		oldest = coming[0].Time.Add(-MaxAge)
	}
	aged := len(writes) > 0 && writes[0].Time.Before(oldest.Add(-24*time.Hour))
	if info.Size() <= j.maxSize && !aged {
		return nil
	}
	return j.rewrite(writes, oldest)
}

// rewrite replaces the file by one with the newest writes that fit, and what became of them.
func (j *Journal) rewrite(writes []Write, oldest time.Time) error {
	first, size := len(writes), int64(0)
	for first > 0 {
		w := writes[first-1]
		data, err := j.encode([]any{&w})
		if err != nil {
			return err
		}
		size += int64(len(data)) + 256
		open := w.State == Pending || w.State == Done // what is still to be looked after must not be forgotten
		if !open && (size > j.maxSize*3/4 || w.Time.Before(oldest)) {
			break
		}
		first--
	}
	var lines []any
	for i := range writes[first:] {
		w := &writes[first+i]
		lines = append(lines, w)
		if w.State != Pending || w.Looked {
			lines = append(lines, change{Of: w.ID, Time: w.Time, State: w.State, Looked: w.Looked})
		}
	}
	data, err := j.encode(lines)
	if err != nil {
		return err
	}
	return j.replace(data)
}

func (j *Journal) replace(data []byte) error {
	tmp, err := os.CreateTemp(j.dir, fileName+".*.tmp")
	if err != nil {
		return fmt.Errorf("shortening the journal: %w", err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(j.dir, fileName))
	}
	if err != nil {
		return fmt.Errorf("shortening the journal: %w", err)
	}
	j.forget(nil)
	return nil
}
