package document

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// OfLoad gives a shipment's documents to a user whom another area lets see them: the one that is named, or all of them, in a zip where there are several. What is only
// kept for a printer is none. Another shipment's, and another warehouse's, is as unknown as none.
func (a *Area) OfLoad(ctx context.Context, c *op.Call, shipmentID, documentID string) (op.Download, error) {
	var list []Document
	err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		list = nil
		papers, err := a.PapersOf(ctx, tx, shipmentID)
		if err != nil {
			return err
		}
		for _, p := range papers {
			if documentID != "" && p.ID != documentID {
				continue
			}
			d, err := find(ctx, tx, p.ID)
			if err != nil {
				return err
			}
			list = append(list, d)
		}
		return nil
	})
	switch {
	case err != nil:
		return op.Download{}, err
	case len(list) == 0 && documentID != "":
		return op.Download{}, fail.NotFound("no-such-file")
	case len(list) == 0:
		return op.Download{}, fail.NotFound("no-papers")
	case len(list) == 1:
		return a.open(ctx, c, list[0].ID, false)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	taken := map[string]int{}
	for _, d := range list {
		if int64(out.Len())+d.Size > maxZip {
			return op.Download{}, fail.Conflict("papers-too-large", "max", maxZip>>20)
		}
		body, err := a.Blobs.Get(ctx, c.Org, d.Blob)
		if err != nil {
			return op.Download{}, fmt.Errorf("read document %s: %w", d.ID, err)
		}
		name := strings.NewReplacer("/", "-", `\`, "-").Replace(d.Name)
		if taken[name]++; taken[name] > 1 {
			ext := path.Ext(name)
			name = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), taken[name], ext)
		}
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write(body)
		}
		if err != nil {
			return op.Download{}, err
		}
	}
	if err := z.Close(); err != nil {
		return op.Download{}, err
	}
	return op.Download{Name: "documents.zip", Type: "application/zip", Body: &out}, nil
}
