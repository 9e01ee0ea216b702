// Package exif looks at what a photo says beside its picture: phones and cameras write into it where it was taken.
package exif

import (
	"bytes"
	"encoding/binary"
)

// TellsPlace reports whether a JPEG says where it was taken.
func TellsPlace(content []byte) bool {
	for _, s := range segments(content) {
		if s.tellsPlace(content) {
			return true
		}
	}
	return false
}

// WithoutPlace gives a JPEG without where it was taken. The picture, and what else it says, are left as they are.
func WithoutPlace(content []byte) []byte {
	out := content[:0:0]
	from := 0
	for _, s := range segments(content) {
		if !s.tellsPlace(content) {
			continue
		}
		out = append(out, content[from:s.start]...)
		from = s.end
		if s.exif { // in XMP, a text, it can stand in many ways: that goes as a whole
			kept := bytes.Clone(content[s.start:s.end])
			clearPlace(kept[s.body-s.start:])
			out = append(out, kept...)
		}
	}
	if from == 0 {
		return content
	}
	return append(out, content[from:]...)
}

var (
	exifMark = []byte("Exif\x00\x00")
	xmpMark  = []byte("http://ns.adobe.com/xap/1.0/\x00")
)

// segment is one that may tell of a place: from its marker to its end; body is what stands behind its name.
type segment struct {
	start, body, end int
	exif             bool
}

func (s segment) tellsPlace(content []byte) bool {
	if s.exif {
		_, n := placeOf(content[s.body:s.end])
		return n > 0
	}
	return bytes.Contains(content[s.body:s.end], []byte("GPSL")) // latitude and longitude
}

// segments finds those of a JPEG, which stand before its picture.
func segments(content []byte) (found []segment) {
	if len(content) < 4 || content[0] != 0xFF || content[1] != 0xD8 {
		return nil
	}
	for at := 2; at+4 <= len(content) && content[at] == 0xFF; {
		marker := content[at+1]
		if marker == 0xFF { // filling
			at++
			continue
		}
		if marker == 0xDA || marker == 0xD9 {
			break
		}
		end := at + 2 + int(binary.BigEndian.Uint16(content[at+2:]))
		if end > len(content) || end < at+4 {
			break
		}
		if body := content[at+4 : end]; marker == 0xE1 && bytes.HasPrefix(body, exifMark) {
			found = append(found, segment{at, at + 4 + len(exifMark), end, true})
		} else if marker == 0xE1 && bytes.HasPrefix(body, xmpMark) {
			found = append(found, segment{at, at + 4 + len(xmpMark), end, false})
		}
		at = end
	}
	return found
}

const (
	gpsTag    = 0x8825
	entrySize = 12
)

// sizes are how many bytes a value has, by its type.
var sizes = map[uint16]uint64{1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}

func order(tiff []byte) binary.ByteOrder {
	switch {
	case len(tiff) < 8:
		return nil
	case tiff[0] == 'I' && tiff[1] == 'I':
		return binary.LittleEndian
	case tiff[0] == 'M' && tiff[1] == 'M':
		return binary.BigEndian
	}
	return nil
}

// directory gives where the entries of a directory begin, and how many of them are there.
func directory(tiff []byte, o binary.ByteOrder, at uint32) (entries, n int) {
	if uint64(at)+2 > uint64(len(tiff)) {
		return 0, 0
	}
	entries = int(at) + 2
	return entries, min(int(o.Uint16(tiff[at:])), (len(tiff)-entries)/entrySize)
}

// placeOf gives where the directory of a place stands in the metadata, and how many entries it has.
func placeOf(tiff []byte) (at, n int) {
	o := order(tiff)
	if o == nil {
		return 0, 0
	}
	entries, all := directory(tiff, o, o.Uint32(tiff[4:]))
	for i := range all {
		if e := tiff[entries+i*entrySize:]; o.Uint16(e) == gpsTag {
			at, n = directory(tiff, o, o.Uint32(e[8:]))
			return at - 2, n
		}
	}
	return 0, 0
}

// clearPlace empties the directory of a place, and what its entries point to.
func clearPlace(tiff []byte) {
	at, n := placeOf(tiff)
	if n == 0 {
		return
	}
	o := order(tiff)
	for i := range n {
		e := tiff[at+2+i*entrySize:]
		size := sizes[o.Uint16(e[2:])] * uint64(o.Uint32(e[4:]))
		if from := uint64(o.Uint32(e[8:])); size > 4 && from < uint64(len(tiff)) {
			clear(tiff[from:min(from+size, uint64(len(tiff)))])
		}
	}
	clear(tiff[at : at+2+n*entrySize])
}
