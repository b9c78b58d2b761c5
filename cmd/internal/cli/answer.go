package cli

import (
	"bytes"
	"context"
)

// answer opens the vault for reading and lets ask answer while the files are still being looked at. What ask writes
// and tells is kept back until it is known that nothing has changed. Otherwise it is dropped, and ask is called again.
func (c *call) answer(ctx context.Context, ask func(context.Context, *viewed) error) error {
	start := c.Now()
	v, err := c.viewBy(ctx, true)
	if err != nil {
		return err
	}
	defer v.Close()
	text, notices, err := c.keepBack(func() error { return ask(v.Unconfirmed(ctx), v) })
	right, lookErr := v.Confirm(ctx)
	if lookErr != nil {
		return lookErr
	}
	c.tellView(v, start)
	c.tellFindings(v)
	if !right {
		return ask(ctx, v)
	}
	for _, line := range notices {
		c.tell(line)
	}
	_, _ = c.out.Write(text) // its error is told when the output is flushed
	return err
}

// keepBack returns what f writes and tells instead of passing it on.
func (c *call) keepBack(f func() error) (text []byte, notices []string, err error) {
	var kept bytes.Buffer
	out, told := c.out, c.notices
	c.out, c.notices, c.keeping = newOutput(&kept), nil, true
	err = f()
	_ = c.out.flush() // into memory
	notices = c.notices
	c.out, c.notices, c.keeping = out, told, false
	return kept.Bytes(), notices, err
}
