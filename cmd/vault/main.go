// Command vault keeps a folder of Markdown notes as a memory that can be walked: what to read next, and why, is
// written on the links. Everything it does is in package cli; here are the process and its signals.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"vaultgraph/cmd/internal/cli"
)

func main() { os.Exit(exitCode()) }

func exitCode() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	// With somebody listening, a closed pipe is an error of the write and not the end of the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return cli.System().Run(ctx, os.Args[1:])
}
