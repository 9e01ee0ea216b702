package exif

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
)

var pngMark = []byte("\x89PNG\r\n\x1a\n")

const mostText = 4 << 20 // of all that is compressed in a PNG beside its picture; what is beyond is dropped unread

// png empties the places in the chunks beside the picture, each of which has a sum over it. Text that is packed goes as a whole.
func (s *search) png(content []byte) []byte {
	out := append(make([]byte, 0, len(content)), pngMark...)
	at, left := len(pngMark), mostText
	for at+12 <= len(content) && s.left >= 0 {
		size := uint64(binary.BigEndian.Uint32(content[at:]))
		if size > uint64(len(content)-at-12) {
			break
		}
		end := at + 12 + int(size)
		kind, body := string(content[at+4:at+8]), content[at+8:end-4]
		switch kind {
		case "eXIf", "tEXt", "iTXt", "zTXt":
			if s.packedTells(kind, body, &left) {
				break
			}
			from := len(out)
			out = append(out, content[at:end]...)
			chunk := out[from:]
			if s.settle(s.all, chunk[8:len(chunk)-4]); !bytes.Equal(chunk, content[at:end]) {
				binary.BigEndian.PutUint32(chunk[len(chunk)-4:], crc32.ChecksumIEEE(chunk[4:len(chunk)-4]))
			}
		default:
			out = append(out, content[at:end]...)
		}
		at = end
	}
	rest := len(out)
	out = append(out, content[at:]...)
	s.settle(s.all, out[rest:])
	return out
}

// packedTells reports whether text that is compressed or written as digits tells a place. What cannot be read is not trusted.
func (s *search) packedTells(kind string, body []byte, left *int) bool {
	key, text, ok := bytes.Cut(body, []byte{0})
	switch {
	case !ok || kind == "eXIf":
		return false
	case kind == "zTXt":
		if len(text) == 0 {
			return false
		}
		text = text[1:] // the method
	case kind == "iTXt":
		if len(text) < 2 || text[0] == 0 {
			return false // as it is
		}
		if _, text, ok = bytes.Cut(text[2:], []byte{0}); ok { // its language
			_, text, ok = bytes.Cut(text, []byte{0}) // its key in that language
		}
		if !ok {
			return true
		}
	}
	if kind != "tEXt" {
		if *left <= 0 {
			return true
		}
		z, err := zlib.NewReader(bytes.NewReader(text))
		if err != nil {
			return true
		}
		text, err = io.ReadAll(io.LimitReader(z, int64(*left)+1))
		if *left -= len(text); err != nil || *left < 0 {
			return true
		}
	}
	if bytes.HasPrefix(key, []byte("Raw profile type ")) { // ImageMagick's: a name, a length, and digits
		_, after, _ := bytes.Cut(bytes.TrimSpace(text), []byte{'\n'})
		_, digits, _ := bytes.Cut(bytes.TrimSpace(after), []byte{'\n'})
		digits = bytes.Join(bytes.Fields(digits), nil)
		text = make([]byte, hex.DecodedLen(len(digits)))
		if _, err := hex.Decode(text, digits); err != nil {
			return true
		}
	} else if kind == "tEXt" {
		return false // as it is
	}
	cleared := bytes.Clone(text)
	s.settle(s.all, cleared)
	return !bytes.Equal(cleared, text)
}
