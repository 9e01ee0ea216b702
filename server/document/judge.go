package document

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	_ "image/jpeg" // to look into pictures
	_ "image/png"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"lading/server/kit/fail"

	"github.com/goccy/go-json"
)

// format is one of the thirteen kinds of files that may be attached.
type format struct {
	kind     string   // what it is served as
	declared []string // what browsers call it
	fits     func(body []byte) bool
}

const anyBytes = "application/octet-stream" // what a browser says of an extension that its machine does not know

var formats = map[string]format{
	"pdf":  {"application/pdf", []string{"application/pdf"}, starts("%PDF-")},
	"png":  {"image/png", []string{"image/png"}, picture("png")},
	"jpg":  {"image/jpeg", []string{"image/jpeg", "image/jpg"}, picture("jpeg")},
	"jpeg": {"image/jpeg", []string{"image/jpeg", "image/jpg"}, picture("jpeg")},
	"csv":  {"text/csv", []string{"text/csv", "application/csv", "text/plain", "application/vnd.ms-excel", anyBytes}, plain},
	"txt":  {"text/plain", []string{"text/plain"}, plain},
	"json": {"application/json", []string{"application/json", "text/plain", anyBytes}, json.Valid},
	"zpl":  {"text/plain", []string{"text/plain", "application/zpl", "x-application/zpl", "application/x-zpl", anyBytes, ""}, labelFile},
	"xls":  {"application/vnd.ms-excel", []string{"application/vnd.ms-excel", anyBytes}, compound("Workbook", "Book")},
	"doc":  {"application/msword", []string{"application/msword", anyBytes}, compound("WordDocument")},
	"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", anyBytes}, office("xl/workbook.xml", false)},
	"xlsm": {"application/vnd.ms-excel.sheet.macroenabled.12", []string{"application/vnd.ms-excel.sheet.macroenabled.12", anyBytes}, office("xl/workbook.xml", true)},
	"docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", anyBytes}, office("word/document.xml", false)},
}

// compound is an older office file: a small file system, whose directory must name the stream that its kind keeps its text in. The entries are looked
// for where they may stand, at each 128th byte, instead of following the file's own chains, which may be made to run in circles.
func compound(streams ...string) func([]byte) bool {
	return func(b []byte) bool {
		if !bytes.HasPrefix(b, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
			return false
		}
		const entry, stream = 128, 2
		for at := 512; at+entry <= len(b); at += entry {
			e := b[at : at+entry]
			size := int(binary.LittleEndian.Uint16(e[64:])) // of the name in bytes, its closing zero too
			if e[66] != stream || size < 2 || size > 64 || size%2 != 0 {
				continue
			}
			name := make([]uint16, size/2-1)
			for i := range name {
				name[i] = binary.LittleEndian.Uint16(e[2*i:])
			}
			if slices.Contains(streams, string(utf16.Decode(name))) {
				return true
			}
		}
		return false
	}
}

// inside are extensions that have no business within a file's name: "invoice.exe.pdf" is made to be mistaken.
var inside = strings.Fields("exe com bat cmd scr msi js jse vbs vbe wsf ps1 sh jar htm html xhtml svg php asp aspx jsp hta lnk dll")

// judge tells what a file is served as. Its extension, the type that was declared and its content must agree.
func judge(name, declared string, body []byte) (kind string, err error) {
	refused := fail.New(http.StatusUnsupportedMediaType, "file-type-refused", "types", "pdf, csv, xls, xlsx, zpl, png, jpeg, jpg, docx, xlsm, json, doc, txt")
	if bad := strings.ContainsFunc(name, func(r rune) bool {
		return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\:*?"<>|`, r)
	}); bad || len(name) > 200 || strings.HasPrefix(name, ".") {
		return "", fail.Invalid(fail.Of("FileData", "file-name-refused"))
	}
	parts := strings.Split(strings.ToLower(name), ".")
	f, ok := formats[parts[len(parts)-1]]
	if !ok || len(parts) < 2 {
		return "", refused
	}
	for _, p := range parts[1 : len(parts)-1] {
		if slices.Contains(inside, strings.TrimSpace(p)) {
			return "", refused
		}
	}
	said, _, err := mime.ParseMediaType(declared)
	if err != nil {
		said = ""
	}
	if !slices.Contains(f.declared, said) || len(body) == 0 || !f.fits(body) {
		return "", fail.New(http.StatusUnsupportedMediaType, "file-content-differs", "name", name)
	}
	return f.kind, nil
}

func starts(with string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasPrefix(b, []byte(with)) }
}

func picture(format string) func([]byte) bool {
	return func(b []byte) bool {
		cfg, is, err := image.DecodeConfig(bytes.NewReader(b))
		return err == nil && is == format && cfg.Width > 0 && cfg.Height > 0 && cfg.Width*cfg.Height <= 200_000_000
	}
}

// plain is text that no browser would take for something else.
func plain(b []byte) bool {
	return strings.HasPrefix(http.DetectContentType(b), "text/plain") && !bytes.ContainsRune(b, 0) && !bytes.HasPrefix(bytes.TrimSpace(bytes.ToLower(b[:min(len(b), 64)])), []byte("<svg"))
}

// labelFile is ZPL: a format that is opened and closed.
func labelFile(b []byte) bool {
	start, end := bytes.Index(b, []byte("^XA")), bytes.LastIndex(b, []byte("^XZ"))
	return plain(b) && start >= 0 && end > start
}

// office is a zip that holds what its kind must hold, and macros only where the extension says so. Nothing is unpacked.
func office(must string, macros bool) func([]byte) bool {
	return func(b []byte) bool {
		if !bytes.HasPrefix(b, []byte("PK\x03\x04")) {
			return false
		}
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil || len(z.File) > 10_000 {
			return false
		}
		types, main := false, false
		for _, f := range z.File {
			types = types || f.Name == "[Content_Types].xml"
			main = main || f.Name == must
			if !macros && path.Base(f.Name) == "vbaProject.bin" {
				return false
			}
		}
		return types && main
	}
}
