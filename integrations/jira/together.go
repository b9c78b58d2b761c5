package jira

import (
	"context"
	"sync"
)

// together runs the tasks, at most width at once. When one fails the others are stopped, and its error is returned.
func together(ctx context.Context, width int, tasks []func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var first error
	var once sync.Once
	var wg sync.WaitGroup
	places := make(chan struct{}, width)
	for _, task := range tasks {
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			if err := task(ctx); err != nil {
				once.Do(func() { first = err })
				stop()
			}
		})
	}
	wg.Wait()
	return first
}
