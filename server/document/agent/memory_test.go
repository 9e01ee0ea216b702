package agent

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"

	"lading/server/document"
	"lading/server/document/agent/indicator"
	"lading/server/kit/freight"
)

func TestJournal_BearsATornLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "prints.log")
	j, err := openJournal(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(name)
	if err := os.Mkdir(filepath.Join(dir, "spool"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"A/1", "B/1", "C/1"} {
		e, fresh, err := j.take(key, "P", document.Sheet{Name: key, Body: []byte("x")}, dir)
		if err != nil || !fresh {
			t.Fatal(err)
		}
		if key == "A/1" {
			if err := j.finish(e, document.ReportReq{TaskReq: document.TaskReq{PrintID: "A", Attempt: 1}, State: document.Printed}, dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"key":"B/1","step":"be`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = openJournal(name); err != nil {
		t.Fatal(err)
	}
	open := j.open()
	if len(open) != 2 || open[0].Key != "B/1" || open[0].Step != taken || open[1].Key != "C/1" {
		t.Errorf("after the power cut: %+v", open)
	}
	if e, fresh, err := j.take("A/1", "P", document.Sheet{Body: []byte("x")}, dir); err != nil || fresh || e.Step != done {
		t.Errorf("what was printed is fresh again: %+v %v", e, err)
	}
	if r := j.results(); len(r) != 1 || r[0].PrintID != "A" {
		t.Errorf("to be told: %+v", r)
	}
}

func TestScale_ReadsWhatIndicatorsSay(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		address string
		want    freight.Measure
		code    string
	}{
		{indicator.Start(t, "ST,GS,+  642.5lb"), freight.Measure{Milli: 642_500, Unit: "lb"}, ""},
		{indicator.Start(t, "S S     12.34 kg"), freight.Measure{Milli: 12_340, Unit: "kg"}, ""},
		{indicator.Start(t, "US,GS,+  600.0lb", "US,GS,+  640.1lb", "ST,GS,+  642.5lb"), freight.Measure{Milli: 642_500, Unit: "lb"}, ""},
		{indicator.Start(t, "US,GS,+  600.0lb", "US,GS,+  640.1lb"), freight.Measure{Milli: 640_100, Unit: "lb"}, "scale-moving"},
		{indicator.Start(t, "?"), freight.Measure{}, "scale-unreadable"},
		{indicator.Start(t), freight.Measure{}, "scale-silent"},
		{"tcp://" + gone.Addr().String(), freight.Measure{}, "scale-silent"},
	} {
		t.Run(c.code+c.want.String(), func(t *testing.T) {
			t.Parallel()
			s, err := openScale(c.address)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.read(context.Background()); got.Weight != c.want && got.Code == "" || got.Code != c.code {
				t.Errorf("read %+v, want %v %s", got, c.want, c.code)
			}
		})
	}
	for _, bad := range []string{"usb://x", "tcp://host", "serial:///dev/x?baud=fast"} {
		if _, err := openScale(bad); err == nil {
			t.Errorf("%s was taken for a scale", bad)
		}
	}
}
