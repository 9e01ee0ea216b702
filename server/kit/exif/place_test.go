package exif

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
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

func bareOf(t *testing.T, photo []byte) []byte {
	t.Helper()
	bare, err := WithoutPlace(photo)
	if err != nil {
		t.Fatal(err)
	}
	return bare
}

func TestWithoutPlace_TakesThePlaceAndNothingElse(t *testing.T) {
	for name, o := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		told := photo(t, o, true, "")
		if !TellsPlace(told) {
			t.Errorf("%s: the place is not seen", name)
		}
		bare := bareOf(t, told)
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
		if TellsPlace(plain) || !bytes.Equal(bareOf(t, plain), plain) {
			t.Errorf("%s: one that tells nothing is changed", name)
		}
		both := photo(t, o, true, `<x:xmpmeta exif:GPSLatitude="33,44N"/>`)
		bare = bareOf(t, both)
		if TellsPlace(bare) || bytes.Contains(bare, []byte("33,44N")) {
			t.Errorf("%s: the text tells it", name)
		}
		if _, err := jpeg.Decode(bytes.NewReader(bare)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The files were made by cameras' common tools (libheif, libwebp, exiftool), each with the same place in EXIF and in XMP.
func TestWithoutPlace_OfEveryKindOfPhoto(t *testing.T) {
	place := regexp.MustCompile(`(?i)33[.,]7|33,44|84[.,]3|84,23|2026:11:26|GPS[A-Za-z]+(="|>)[^"<\s]`)
	for _, kind := range []string{"jpg", "png", "webp", "heic"} {
		photo, err := os.ReadFile("testdata/place." + kind)
		if err != nil {
			t.Fatal(err)
		}
		if !TellsPlace(photo) || !place.Match(photo) {
			t.Errorf("%s: the place is not seen", kind)
		}
		bare := bareOf(t, photo)
		if TellsPlace(bare) || place.Match(bare) {
			t.Errorf("%s: the place is still there: %q", kind, place.FindAll(bare, -1))
		}
		if len(bare) != len(photo) || bytes.Count(bare, []byte("Dock")) != bytes.Count(photo, []byte("Dock")) || !bytes.Contains(bare, []byte("Dock")) {
			t.Errorf("%s: %d bytes are left of %d, or something else was lost", kind, len(bare), len(photo))
		}
		for _, o := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			for _, v := range []uint32{33, 84, 44, 23} { // degrees and minutes, as fractions by one
				if bytes.Contains(bare, o.AppendUint32(o.AppendUint32(nil, v), 1)) {
					t.Errorf("%s: %d is still there", kind, v)
				}
			}
		}
		if _, kindOf, err := image.Decode(bytes.NewReader(bare)); (kind == "jpg" || kind == "png") && err != nil {
			t.Errorf("%s: %s %v", kind, kindOf, err)
		}
	}
}

func TestWithoutPlace_InAPhotoBehindThePhotoAndInItsFilm(t *testing.T) {
	first, second := photo(t, binary.BigEndian, false, ""), photo(t, binary.LittleEndian, true, "")
	film := []byte("\x00\x00\x00\x20ftypmp42\x00\x00\x00\x1e\xA9xyz\x00\x12\x15\xc7+33.7490-084.3880/")
	for name, behind := range map[string][]byte{"photo": second, "film": film} {
		whole := append(bytes.Clone(first), behind...)
		bare := bareOf(t, whole)
		if !TellsPlace(whole) || TellsPlace(bare) || len(bare) != len(whole) || bytes.Contains(bare, []byte("33.7490")) {
			t.Errorf("%s: the place behind the picture stays", name)
		}
	}
}

func TestWithoutPlace_InTheSecondDirectory(t *testing.T) {
	o := binary.BigEndian
	tiff := o.AppendUint32([]byte("MM\x00*"), 8)
	dir := func(tag uint16, value, next uint32) {
		tiff = o.AppendUint16(tiff, 1)
		tiff = o.AppendUint16(o.AppendUint16(tiff, tag), 4)
		tiff = o.AppendUint32(o.AppendUint32(tiff, 1), value)
		tiff = o.AppendUint32(tiff, next)
	}
	dir(0x0112, 6, 26)
	dir(0x8825, 44, 0)
	dir(1, 'N'<<24, 0) // the place: north
	if !TellsPlace(tiff) || TellsPlace(bareOf(t, tiff)) {
		t.Error("the place that the small picture tells is not seen")
	}
	dir(0x0112, 6, 8) // a ring of directories ends
	o.PutUint32(tiff[4:], uint32(len(tiff)-18))
	TellsPlace(tiff)
}

func TestWithoutPlace_InPackedTextOfAPNG(t *testing.T) {
	var plain bytes.Buffer
	if err := png.Encode(&plain, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	pack := func(text string) string {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		_, _ = z.Write([]byte(text))
		_ = z.Close()
		return b.String()
	}
	xmp := `<x:xmpmeta exif:GPSLatitude="33,44N"/>`
	tiff := string(photo(t, binary.BigEndian, true, "")[6:])
	raw := "\nexif\n      99\n" + hex.EncodeToString([]byte(tiff[:120])) + "\n"
	for name, chunk := range map[string][2]string{
		"packed XMP":       {"iTXt", "XML:com.adobe.xmp\x00\x01\x00\x00\x00" + pack(xmp)},
		"packed profile":   {"zTXt", "Raw profile type exif\x00\x00" + pack(raw)},
		"profile":          {"tEXt", "Raw profile type exif\x00" + raw},
		"unreadable":       {"zTXt", "Comment\x00\x00nonsense"},
		"open XMP":         {"iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00" + xmp},
		"a place in a tag": {"eXIf", tiff[6:]},
	} {
		body := chunk[0] + chunk[1]
		at := plain.Len() - 12 // before the end
		whole := binary.BigEndian.AppendUint32(bytes.Clone(plain.Bytes()[:at]), uint32(len(chunk[1])))
		whole = append(whole, body...)
		whole = binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE([]byte(body)))
		whole = append(whole, plain.Bytes()[at:]...)
		bare := bareOf(t, whole)
		if !TellsPlace(whole) || TellsPlace(bare) {
			t.Errorf("%s: the place stays", name)
		}
		if _, err := png.Decode(bytes.NewReader(bare)); err != nil { // a sum that is wrong is refused
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, chunk := range map[string]string{"packed": "zTXtComment\x00\x00" + pack("a dock at night"), "open": "tEXtComment\x00GPS was off", "empty": "zTXtComment\x00"} {
		at := plain.Len() - 12
		whole := binary.BigEndian.AppendUint32(bytes.Clone(plain.Bytes()[:at]), uint32(len(chunk)-4))
		whole = append(whole, chunk...)
		whole = binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE([]byte(chunk)))
		whole = append(whole, plain.Bytes()[at:]...)
		if TellsPlace(whole) {
			t.Errorf("%s: it tells no place", name)
		}
	}
}

// Papers and data are left as they are, whatever stands in them.
func TestWithoutPlace_LeavesWhatIsNoPhoto(t *testing.T) {
	for _, text := range []string{`%PDF-1.7 exif:GPSLatitude="33,44N"`, `{"GPSLatitude>33":1}`, "", "\xFF", "RIFF1234WAVE GPSLatitude>33<"} {
		if TellsPlace([]byte(text)) {
			t.Errorf("%q is changed", text)
		}
	}
}

// tiffOf is a photo of n directories one behind the other, each with so many entries of places, which all name the same values of 64 KiB.
func tiffOf(n, places int) []byte {
	o := binary.LittleEndian
	tiff := o.AppendUint32([]byte("II*\x00"), 8)
	size := uint32(2 + places*entrySize + 4)
	values := 8 + uint32(n)*size
	end := values + uint32(n*places*(2+32*entrySize))
	for i := range uint32(n) {
		tiff = o.AppendUint16(tiff, uint16(places))
		for j := range uint32(places) {
			tiff = o.AppendUint32(o.AppendUint16(o.AppendUint16(tiff, gpsTag), 4), 1)
			tiff = o.AppendUint32(tiff, values+(i*uint32(places)+j)*(2+32*entrySize))
		}
		tiff = o.AppendUint32(tiff, uint32(len(tiff))+4)
	}
	for range n * places {
		tiff = o.AppendUint16(tiff, 32)
		for range 32 {
			tiff = o.AppendUint32(o.AppendUint16(o.AppendUint16(tiff, 2), 1), 64<<10)
			tiff = o.AppendUint32(tiff, end)
		}
	}
	return append(tiff, make([]byte, 64<<10)...)
}

// A file that is made to keep us busy is refused once so much was looked at, whatever it still holds.
func TestWithoutPlace_LooksAtSoMuchAndNoMore(t *testing.T) {
	heads := "II*\x00\x08\x00\x00\x00\xFF\x03" // each with 1023 entries
	again := func(part string) string { return strings.Repeat(part, 4<<20/len(part)) }
	segments := "" // as many as there are heads
	for range 64 {
		segments += "\xFF\xE1\xFF\xFF" + strings.Repeat(heads, 6554)[:65533]
	}
	for name, content := range map[string]string{
		"heads in segments":     "\xFF\xD8" + segments + "\xFF\xD9",
		"heads behind the end":  "\xFF\xD8\xFF\xD9" + again(heads),
		"names behind the end":  "\xFF\xD8\xFF\xD9" + again("GPSL"),
		"films behind the end":  "\xFF\xD8\xFF\xD9" + again("\xA9xyz0000+1"),
		"values behind the end": "\xFF\xD8\xFF\xD9" + again(`GPSDOP="`),
		"directories":           string(tiffOf(40, 200)),
		"chunks":                string(pngMark) + strings.Repeat("\x00\x00\xFF\xFAeXIf"+strings.Repeat(heads, 6553)+"\x00\x00\x00\x00", 64),
	} {
		s := search{left: mostLooked}
		switch b := []byte(content); {
		case bytes.HasPrefix(b, pngMark):
			s.png(b)
		case bytes.HasPrefix(b, jpegMark):
			s.settle(s.jpeg, b)
		default:
			s.settle(s.all, b)
		}
		if s.left >= 0 || s.left < -(mostValue+mostEntries*entrySize) {
			t.Errorf("%s: %d are left", name, s.left)
		}
		if _, err := WithoutPlace([]byte(content)); !errors.Is(err, ErrCostly) || !TellsPlace([]byte(content)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	few := tiffOf(2, 1)
	if bare := bareOf(t, few); TellsPlace(bare) {
		t.Error("two directories are not emptied")
	}
}

// The bytes of a picture may be those of a place. They are left, and what stands between the scans and behind the picture is not.
func TestWithoutPlace_LeavesThePicture(t *testing.T) {
	told, film := "exif:GPSLatitude=\"33,44N\" ", "\xA9xyz\x00\x12\x15\xc7+33.7490-084.3880/"
	tiff := string(photo(t, binary.BigEndian, true, "")[2+4+6:])[:76]
	picture := told + "\xFF\x00" + film + "\xFF\xD3" + tiff + "\xFF\xD7\xFF\x00"
	scan := "\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00" + picture
	tables := "\xFF\xC4\x00\x05\x00\x01\x02"
	plain := "\xFF\xD8" + tables + scan + "\xFF" + tables + scan + scan + "\xFF\xD9"
	if TellsPlace([]byte(plain)) || string(bareOf(t, []byte(plain))) != plain {
		t.Error("the picture is taken for a place")
	}
	spaced := strings.Replace(told, "33,44N", "      ", 1)
	segment := "\xFF\xE1\x00" + string(rune(2+len(told)))
	for name, at := range map[string]int{"between the scans": len("\xFF\xD8" + tables + scan), "before the end": len(plain) - 2} {
		with := plain[:at] + segment + told + plain[at:]
		if want := plain[:at] + segment + spaced + plain[at:]; string(bareOf(t, []byte(with))) != want {
			t.Errorf("%s: the place stays, or more is gone", name)
		}
	}
	if want := plain + "behind it " + spaced; string(bareOf(t, []byte(plain+"behind it "+told))) != want {
		t.Error("behind the end: the place stays, or more is gone")
	}
	// What has no end may be anything.
	for name, cut := range map[string]string{"no end": plain[:len(plain)-2], "a segment that is too long": plain[:len(plain)-2] + "\xFF\xE1\xFF\xFF", "no marker": "\xFF\xD8 " + told} {
		if bare := bareOf(t, []byte(cut)); !TellsPlace([]byte(cut)) || TellsPlace(bare) {
			t.Errorf("%s: the place stays", name)
		}
	}
}

// Three letters and a sign stand in one picture of some thousands by chance.
func TestWithoutPlace_KnowsTheNamesOfAPlace(t *testing.T) {
	begin := "\x00\x00\x00\x18ftypheic"
	for _, text := range []string{"GPSq>abc", `GPSLat="33"`, "GPSLatitudes>33<", "xyz0000+1", `GPSLatitude=33`, `GPSLatitude=" "`} {
		if TellsPlace([]byte(begin + text)) {
			t.Errorf("%q is taken for a place", text)
		}
	}
	for _, text := range []string{"<exif:GPSLatitude>33,44N<", `GPSDestLongitudeRef = 'W'`, `drone-dji:GpsLongtitude="-84.3"`, "\xA9xyz0000+33.7"} {
		if !TellsPlace([]byte(begin + text)) {
			t.Errorf("%q tells a place", text)
		}
	}
}

func FuzzWithoutPlace_NeverPanics(f *testing.F) {
	f.Add([]byte("\xFF\xD8\xFF\xE1\x00\x20Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x25\x88\x04\x00\x01\x00\x00\x00\xFF\xFF\xFF\xFF"))
	f.Add([]byte("\xFF\xD8\xFF\xE1\x00\x02"))
	for _, kind := range []string{"jpg", "png", "webp", "heic"} {
		if b, err := os.ReadFile("testdata/place." + kind); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if bare, err := WithoutPlace(b); err == nil && TellsPlace(bare) {
			t.Error("it still tells its place")
		}
	})
}

// A small file that unpacks to very much is not read to its end: what is beyond a bound goes unread.
func TestWithoutPlace_UnpacksSoMuchOfAPNGAndNoMore(t *testing.T) {
	packed := func(n int) []byte {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		_, _ = z.Write(bytes.Repeat([]byte("a"), n))
		_ = z.Close()
		body := append([]byte("zTXtNote\x00\x00"), b.Bytes()...)
		chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
		return binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	}
	first, second, small := packed(3<<20), packed(3<<20), packed(10)
	got := bareOf(t, slices.Concat(pngMark, first, second, small))
	if want := slices.Concat(pngMark, first); !bytes.Equal(got, want) {
		t.Errorf("%d bytes are left, not %d", len(got), len(want))
	}
}
