package sheet

import (
	"bytes"
	"context"
	"encoding/gob"
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

// A PDF is read in a process of its own: a made-up one can have its reader fill all memory, nest until the stack ends or turn in a circle, and none of that can be
// stopped from within. The program starts itself once more with apartKey set, gives it the file and takes rows or a code.
const (
	apartKey    = "LADING_READS_PDF"
	apartMemory = 512 << 20
	apartStack  = 64 << 20
	apartLooks  = 20 * time.Millisecond
)

// apartTime is how long a file may take, and apartWait how long one waits for those before it.
var apartTime, apartWait = 20 * time.Second, 30 * time.Second

// apartRows is what the other process answers.
type apartRows struct {
	Code string
	Rows [][]string
}

// oneApart has the files wait for one another: their readers take a core each.
var oneApart = make(chan struct{}, 1)

func init() {
	if os.Getenv(apartKey) == "" {
		return
	}
	debug.SetMaxStack(apartStack)
	go watchMemory()
	in, err := io.ReadAll(io.LimitReader(os.Stdin, MaxSize+1))
	var out apartRows
	if err == nil {
		out.Rows, out.Code = readPDF(bytes.NewReader(in), int64(len(in)))
		err = gob.NewEncoder(os.Stdout).Encode(out)
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
		if metrics.Read(heap); heap[0].Value.Uint64() > apartMemory {
			os.Exit(3)
		}
		time.Sleep(apartLooks)
	}
}

// apart reads a PDF in the other process. What makes that process end is no list.
func apart(r io.ReaderAt, size int64) ([][]string, error) {
	select {
	case oneApart <- struct{}{}:
	case <-time.After(apartWait):
		return nil, fail.New(503, "server-busy")
	}
	defer func() { <-oneApart }()
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program that reads a PDF: %w", err)
	}
	ctx, stop := context.WithTimeout(context.Background(), apartTime)
	defer stop()
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = []string{apartKey + "=1"}
	cmd.Stdin = io.NewSectionReader(r, 0, size)
	out := &bounded{most: 2 * maxGridText}
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) || ctx.Err() != nil || out.over {
			return nil, unsupported("pdf")
		}
		return nil, fmt.Errorf("start the program that reads a PDF: %w", err)
	}
	var got apartRows
	if err := gob.NewDecoder(&out.Buffer).Decode(&got); err != nil {
		return nil, fmt.Errorf("take what a PDF holds: %w", err)
	}
	switch got.Code {
	case "":
		return got.Rows, nil
	case pdfCut:
		return nil, truncated(0)
	case pdfTooLarge:
		return nil, fail.New(413, pdfTooLarge, "size", size, "max", int64(MaxSize))
	case pdfProtected, pdfNoText:
		return nil, fail.New(415, got.Code)
	}
	return nil, unsupported("pdf")
}

// bounded is a buffer that refuses to grow without end.
type bounded struct {
	bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		b.over = true
		return 0, errors.New("more than a PDF may hold")
	}
	return b.Buffer.Write(p)
}
