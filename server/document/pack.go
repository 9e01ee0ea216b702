package document

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
)

// maxZip is how many bytes of papers go into one zip.
const maxZip = 100 << 20

// pack is a zip of papers while it is made: on disk, not in memory.
type pack struct {
	spool spool
	zip   *zip.Writer
	taken map[string]bool
	size  int64 // of what is in it, unpacked
}

func newPack() (*pack, error) {
	f, err := os.CreateTemp("", "lading-papers-*.zip")
	if err != nil {
		return nil, err
	}
	return &pack{spool: spool{f}, zip: zip.NewWriter(f), taken: map[string]bool{}}, nil
}

// room refuses a paper of so many bytes that there is no room for.
func (p *pack) room(size int64) error {
	if p.size+size > maxZip {
		return fail.Conflict("papers-too-large", "max", maxZip>>20)
	}
	return nil
}

// add puts a paper in, by another name where its own is taken.
func (p *pack) add(folder, name string, body []byte) error {
	if err := p.room(int64(len(body))); err != nil {
		return err
	}
	p.size += int64(len(body))
	flat := strings.NewReplacer("/", "-", `\`, "-")
	if folder, name = flat.Replace(folder), flat.Replace(name); strings.Trim(name, ".") == "" {
		name = "document"
	}
	ext := path.Ext(name)
	as := path.Join(folder, name)
	for n := 2; p.taken[as]; n++ {
		as = path.Join(folder, fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), n, ext))
	}
	p.taken[as] = true
	f, err := p.zip.Create(as)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	return err
}

// done gives the zip, or removes what there is of it where err says that it did not become one.
func (p *pack) done(err error) (op.Download, error) {
	if err == nil {
		err = p.zip.Close()
	}
	if err == nil {
		_, err = p.spool.Seek(0, io.SeekStart)
	}
	if err != nil {
		return op.Download{}, errors.Join(err, p.spool.Close())
	}
	return op.Download{Name: "documents.zip", Type: "application/zip", Body: p.spool}, nil
}
