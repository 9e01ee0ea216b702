package certificate

import (
	"net"
	"strings"
	"syscall"
	"testing"
)

func TestExplain_NamesThePortAndTheRemedyOnEverySystem(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	_, inUse := net.Listen("tcp", taken.Addr().String())
	for says, err := range map[string]error{
		"is taken by another program": inUse,
		"is kept by Windows":          syscall.Errno(10013),
		"setcap":                      syscall.EACCES,
	} {
		if got := Explain(err, "0.0.0.0:443", "--addr").Error(); !strings.Contains(got, says) || !strings.Contains(got, "port 443") || !strings.Contains(got, "--addr") {
			t.Errorf("%v: %s", err, got)
		}
	}
}
