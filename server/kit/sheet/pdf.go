package sheet

import "io"

func openPDF(io.ReaderAt, int64) (Source, error) { return nil, unsupported("pdf") }
