package testkit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"path/filepath"

	"lading/server/op"

	"github.com/goccy/go-json"
)

// OrderFile is a CSV of so many good orders, SO-00000 and on, all for warehouse ATL.
func OrderFile(n int) []byte {
	var b bytes.Buffer
	b.WriteString(OrderTitles)
	for i := range n {
		_, _ = fmt.Fprintf(&b, "SO-%05d,ATL,2026-11-23,Globex,9 Dock Rd,Memphis,TN,38101,Bolts,4,%d.5\n", i, 100+i)
	}
	return b.Bytes()
}

// OrderTitles is its first line.
const OrderTitles = "Order No,Warehouse,Ship Date,Ship To Name,Ship To Address,Ship To City,Ship To State,Ship To Zip,Description,Qty,Weight (lb)\n"

type memoryFile struct{ *bytes.Reader }

func (memoryFile) Close() error { return nil }

// TryUpload makes an upload of one file, with the form's other fields.
func (p *Person) TryUpload(path, name string, content []byte, fields map[string]string) (json.RawMessage, error) {
	p.kit.T.Helper()
	o, ok := p.kit.App.Registry.Find(path)
	if !ok {
		p.kit.T.Fatalf("no call %s", path)
	}
	params := map[string][]string{}
	for k, v := range fields {
		params[k] = []string{v}
	}
	a, err := p.kit.App.Registry.Run(context.Background(), &op.Call{Op: o, Org: p.Org, By: p.By, Params: params, Key: p.key, RequestID: "test", IP: "192.0.2.1", Language: "en",
		Files: []op.File{{Field: "file", Name: name, Type: mime.TypeByExtension(filepath.Ext(name)), Size: int64(len(content)), Open: func() (io.ReadSeekCloser, error) { return memoryFile{bytes.NewReader(content)}, nil }}}})
	if err != nil {
		return nil, err
	}
	return json.Marshal(a.Body)
}

// Upload makes an upload that must go well.
func (p *Person) Upload(path, name string, content []byte, fields map[string]string) json.RawMessage {
	p.kit.T.Helper()
	out, err := p.TryUpload(path, name, content, fields)
	if err != nil {
		p.kit.T.Fatalf("%s as %s: %v", path, p.By.Login, err)
	}
	return out
}
