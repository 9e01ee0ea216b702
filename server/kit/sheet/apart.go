package sheet

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"lading/server/kit/apart"
	"lading/server/kit/fail"
)

// apartRows is what the process that reads a PDF answers.
type apartRows struct {
	Code string
	Rows [][]string
}

var pdfReader apart.Reader

func init() {
	pdfReader = apart.Declare("pdf-rows", MaxSize, 2*maxGridText, func(file []byte) ([]byte, error) {
		var said apartRows
		said.Rows, said.Code = readPDF(bytes.NewReader(file), int64(len(file)))
		var out bytes.Buffer
		err := gob.NewEncoder(&out).Encode(said)
		return out.Bytes(), err
	})
}

// readApart reads a PDF in a process of its own. What makes that process end is no list.
func readApart(org string, r io.ReaderAt, size int64) ([][]string, error) {
	said, err := pdfReader.Run(org, io.NewSectionReader(r, 0, size))
	if errors.Is(err, apart.ErrEnded) {
		return nil, unsupported("pdf")
	}
	if err != nil {
		return nil, err
	}
	var got apartRows
	if err := gob.NewDecoder(bytes.NewReader(said)).Decode(&got); err != nil {
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
