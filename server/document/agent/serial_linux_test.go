package agent

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"lading/server/kit/freight"

	"golang.org/x/sys/unix"
)

// A scale on a serial port: the port is one end of a pseudo-terminal, and we are the scale at the other.
func TestScale_OnASerialPort(t *testing.T) {
	us, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer func() { _ = us.Close() }()
	if err := unix.IoctlSetPointerInt(int(us.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(us.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	held, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0) // while nobody holds it, our end reads an error
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Close() }()
	go func() {
		buf := make([]byte, 64)
		for {
			if _, err := us.Read(buf); err != nil {
				return
			}
			if _, err := io.WriteString(us, "ST,GS,+  1204.0lb\r\n"); err != nil {
				return
			}
		}
	}()
	s, err := openScale(fmt.Sprintf("serial:///dev/pts/%d?baud=9600", n))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // and again: the port is given back each time
		if got := s.read(context.Background()); got.Code != "" || got.Weight != (freight.Measure{Milli: 1_204_000, Unit: "lb"}) {
			t.Errorf("read %+v", got)
		}
	}
	gone, err := openScale("serial:///dev/ttyNOTHERE9")
	if err != nil {
		t.Fatal(err)
	}
	if got := gone.read(context.Background()); got.Code != "scale-silent" {
		t.Errorf("unplugged it reads %+v", got)
	}
}
