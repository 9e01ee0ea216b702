package exif

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"testing"
)

// photo is a JPEG with an orientation, and as a phone writes them, a latitude.
func photo(t *testing.T, o binary.AppendByteOrder, place bool, xmp string) []byte {
	t.Helper()
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	tiff := []byte("MM\x00*")
	if o.String() == "LittleEndian" {
		tiff = []byte("II*\x00")
	}
	tiff = o.AppendUint32(tiff, 8)
	entry := func(tag, kind uint16, count, value uint32) {
		tiff = o.AppendUint16(tiff, tag)
		tiff = o.AppendUint16(tiff, kind)
		tiff = o.AppendUint32(tiff, count)
		tiff = o.AppendUint32(tiff, value)
	}
	n := uint16(1)
	if place {
		n = 2
	}
	tiff = o.AppendUint16(tiff, n)
	entry(0x0112, 4, 1, 6) // turned
	if place {
		entry(0x8825, 4, 1, 38)
		tiff = o.AppendUint32(tiff, 0)
		tiff = o.AppendUint16(tiff, 1)
		entry(2, 5, 3, 52)
		for _, v := range []uint32{33, 1, 44, 1, 55, 1} {
			tiff = o.AppendUint32(tiff, v)
		}
	}
	out := append([]byte{}, plain.Bytes()[:2]...)
	add := func(body string) {
		out = append(out, 0xFF, 0xE1)
		out = binary.BigEndian.AppendUint16(out, uint16(len(body)+2))
		out = append(out, body...)
	}
	add("Exif\x00\x00" + string(tiff))
	if xmp != "" {
		add("http://ns.adobe.com/xap/1.0/\x00" + xmp)
	}
	return append(out, plain.Bytes()[2:]...)
}

func TestWithoutPlace_TakesThePlaceAndNothingElse(t *testing.T) {
	for name, o := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		told := photo(t, o, true, "")
		if !TellsPlace(told) {
			t.Errorf("%s: the place is not seen", name)
		}
		bare := WithoutPlace(told)
		if TellsPlace(bare) || len(bare) != len(told) || bytes.Contains(bare, o.AppendUint32(o.AppendUint32(nil, 44), 1)) {
			t.Errorf("%s: the place is still there", name)
		}
		turned := o.AppendUint32(o.AppendUint32(o.AppendUint16(o.AppendUint16(nil, 0x0112), 4), 1), 6)
		if !bytes.Contains(bare, turned) {
			t.Errorf("%s: how it was held is lost", name)
		}
		if _, err := jpeg.Decode(bytes.NewReader(bare)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		plain := photo(t, o, false, "<x:xmpmeta>a dock</x:xmpmeta>")
		if TellsPlace(plain) || !bytes.Equal(WithoutPlace(plain), plain) {
			t.Errorf("%s: one that tells nothing is changed", name)
		}
		both := photo(t, o, true, `<x:xmpmeta exif:GPSLatitude="33,44N"/>`)
		bare = WithoutPlace(both)
		if TellsPlace(bare) || bytes.Contains(bare, []byte("33,44N")) {
			t.Errorf("%s: the text tells it", name)
		}
		if _, err := jpeg.Decode(bytes.NewReader(bare)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzWithoutPlace_NeverPanics(f *testing.F) {
	f.Add([]byte("\xFF\xD8\xFF\xE1\x00\x20Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x25\x88\x04\x00\x01\x00\x00\x00\xFF\xFF\xFF\xFF"))
	f.Add([]byte("\xFF\xD8\xFF\xE1\x00\x02"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if bare := WithoutPlace(b); TellsPlace(bare) {
			t.Error("it still tells its place")
		}
	})
}
