// Package apart runs readers of other people's files in a process of their own. A made-up file can have its reader fill all memory, nest until the stack ends or
// turn in a circle, and none of that can be stopped from within. The program starts itself once more with the reader's name in its environment, gives it the file
// and takes what it answers.
package apart

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"lading/server/kit/fail"
)

const (
	key    = "LADING_APART"
	memory = 512 << 20 // bytes of the other process's heap
	stack  = 64 << 20
	looks  = 20 * time.Millisecond
)

// Patience is how long a file may take, and Wait how long one waits for those before it.
var Patience, Wait = 20 * time.Second, 30 * time.Second

// Most is how many files are read at once, of all organizations together, and Line how many of one organization may wait or be read: each holds its bytes meanwhile.
const (
	Most = 2
	Line = 8
)

// ErrEnded says that the other process ended without an answer: by itself, by its memory or its time, or because it answered too much.
var ErrEnded = errors.New("the reader of a file ended without an answer")

// Reader is a function that runs in the other process.
type Reader struct {
	name      string
	most, out int
}

// Declare names a reader of files of most bytes that answers with at most out bytes. It is called while packages are initialised; in the other process it runs the
// reader and does not return.
func Declare(name string, most, out int, read func(file []byte) ([]byte, error)) Reader {
	if os.Getenv(key) == name {
		serve(most, read)
	}
	return Reader{name, most, out}
}

func serve(most int, read func(file []byte) ([]byte, error)) {
	debug.SetMaxStack(stack)
	go watchMemory()
	in, err := io.ReadAll(io.LimitReader(os.Stdin, int64(most)+1))
	if err == nil && len(in) > most {
		err = errors.New("more than a file may hold")
	}
	var out []byte
	if err == nil {
		out, err = read(in)
	}
	if err == nil {
		_, err = os.Stdout.Write(out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// watchMemory ends the process before it takes the machine's memory.
func watchMemory() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		if metrics.Read(heap); heap[0].Value.Uint64() > memory {
			os.Exit(3)
		}
		time.Sleep(looks)
	}
}

// Run has a file of an organization read. The error is ErrEnded, the refusal server-busy, or one of ours.
func (r Reader) Run(org string, file io.Reader) ([]byte, error) {
	leave, ok := places.enter(org, Wait)
	if !ok {
		return nil, fail.New(503, "server-busy")
	}
	defer leave()
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program that reads a file: %w", err)
	}
	ctx, stop := context.WithTimeout(context.Background(), Patience)
	defer stop()
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = []string{key + "=" + r.name}
	cmd.Stdin, cmd.WaitDelay = file, time.Second
	out := &bounded{most: r.out}
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) || ctx.Err() != nil || out.over {
			return nil, ErrEnded
		}
		return nil, fmt.Errorf("start the program that reads a file: %w", err)
	}
	return out.got.Bytes(), nil
}

// bounded is a buffer that refuses to grow without end. The buffer is no embedded one: its ReadFrom would grow past Write.
type bounded struct {
	got  bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.got.Len()+len(p) > b.most {
		b.over = true
		return 0, errors.New("more than the reader of a file may answer")
	}
	return b.got.Write(p)
}
