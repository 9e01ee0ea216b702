package zpl

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boombuler/barcode/code128"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"
)

func one(t *testing.T, src string) Label {
	t.Helper()
	all, err := Read(t.Context(), src, Dots203)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d labels", len(all))
	}
	return all[0]
}

// scan reads what a scanner would read of a part of the picture.
func picture(t *testing.T, l Label) *image.Gray {
	t.Helper()
	m, err := l.Image(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func scan(t *testing.T, r gozxing.Reader, m *image.Gray, c Code) string {
	t.Helper()
	quiet := 12 * c.Width
	part := m.SubImage(image.Rect(c.X-quiet, c.Y-quiet, c.X+c.W+quiet, c.Y+c.H+quiet))
	bits, err := gozxing.NewBinaryBitmapFromImage(part)
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true, gozxing.DecodeHintType_ASSUME_GS1: true})
	if err != nil {
		t.Fatalf("nothing to read in %+v: %v", c, err)
	}
	return res.GetText()
}

// The vectors are those of the trade: start C, FNC1, the digits in pairs, and the check symbol.
func TestCodewords_OfPalletNumbers(t *testing.T) {
	for _, v := range []struct {
		data  string
		words []int
	}{
		{">;>800106141411234567897", []int{105, 102, 0, 10, 61, 41, 41, 12, 34, 56, 78, 97, 34, 106}},
		{">;>800000123450000000027", []int{105, 102, 0, 0, 1, 23, 45, 0, 0, 0, 0, 27, 69, 106}},
		{">;>800006141419999999994", []int{105, 102, 0, 0, 61, 41, 41, 99, 99, 99, 99, 94, 49, 106}},
		{">;>800307123450000001017", []int{105, 102, 0, 30, 71, 23, 45, 0, 0, 0, 10, 17, 17, 106}},
	} {
		words, err := Codewords(v.data)
		if err != nil || !slices.Equal(words, v.words) {
			t.Errorf("%s: %v %v, want %v", v.data, words, err, v.words)
		}
	}
	for _, bad := range []string{">;123", ">;12a4", ">:é", ">x"} {
		if words, err := Codewords(bad); err == nil {
			t.Errorf("%s was taken for %v", bad, words)
		}
	}
}

// Our table of symbols against the library's, for all values that digits can have.
func TestSymbols_AreTheLibrarys(t *testing.T) {
	for n := range 100 {
		s := fmt.Sprintf("%02d%02d%02d", n, 99-n, n)
		code, err := code128.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		words, err := Codewords(">;" + s)
		if err != nil || !slices.Equal(Bars(words), modules(code)) {
			t.Errorf("%s is drawn with other bars than the library's (%v)", s, err)
		}
	}
	for _, s := range symbols[:stop] {
		if sum := strings.Count(s, "1") + 2*strings.Count(s, "2") + 3*strings.Count(s, "3") + 4*strings.Count(s, "4"); sum != 11 || len(s) != 6 {
			t.Errorf("symbol %s is %d modules wide", s, sum)
		}
	}
}

func TestImage_BarCodesAreReadBack(t *testing.T) {
	for _, c := range []struct {
		kind, src, want string
		reader          gozxing.Reader
	}{
		{"set C", "^XA^FO60,60^BY3^BCN,100,N,N,N^FD>;>800106141411234567897^FS^XZ", "]C100106141411234567897", oned.NewCode128Reader()},
		{"Code 39", "^XA^FO60,60^BY2,2.5^B3N,N,100,Y,N^FDPRO-12 345.6$/+%^FS^XZ", "PRO-12 345.6$/+%", oned.NewCode39Reader()},
		{"Code 39 with a check", "^XA^FO60,60^BY2,3^B3N,Y,100,N^FDABC123^FS^XZ", "ABC123$", oned.NewCode39Reader()},
		{"set B", "^XA^FO60,60^BY2^BCN,100,Y,N,N^FD>:1Z999AA10300000019^FS^XZ", "1Z999AA10300000019", oned.NewCode128Reader()},
		{"chosen by the printer", "^XA^FO60,60^BY2^BCN,100,Y,N,N,A^FDPLT-20261120-0007^FS^XZ", "PLT-20261120-0007", oned.NewCode128Reader()},
		{"GS1 with brackets", "^XA^FO60,60^BY2^BCN,100,Y,N,N,D^FD(00)106141411234567897^FS^XZ", "]C100106141411234567897", oned.NewCode128Reader()},
		{"a greater-than sign", "^XA^FO60,60^BY3^BCN,100,N^FDA>0B^FS^XZ", "A>B", oned.NewCode128Reader()},
		{"upright from the base line", "^XA^FT60,300^BY3^BCN,100,N^FD>;123456^FS^XZ", "123456", oned.NewCode128Reader()},
		{"qr", "^XA^FO300,300^BQN,2,6^FDQA,https://example.test/b/7^FS^XZ", "https://example.test/b/7", qrcode.NewQRCodeReader()},
		{"data matrix", "^XA^FO300,300^BXN,8,200^FDLPN-000123^FS^XZ", "LPN-000123", datamatrix.NewDataMatrixReader()},
	} {
		l := one(t, c.src)
		if len(l.Codes) != 1 || len(l.Unknown) != 0 {
			t.Fatalf("%s: %+v", c.kind, l)
		}
		if got := scan(t, c.reader, picture(t, l), l.Codes[0]); got != c.want {
			t.Errorf("%s: read %q, want %q", c.kind, got, c.want)
		}
	}
}

// A code that runs down the label is the same code, turned.
func TestImage_TurnedBarsAreReadBack(t *testing.T) {
	for _, turn := range []string{"R", "I", "B"} {
		l := one(t, "^XA^FO300,300^BY3^BC"+turn+",120,N^FD>;123456^FS^XZ")
		c := l.Codes[0]
		m := picture(t, l)
		if turn != "I" {
			if c.W != 120 || c.H <= c.W {
				t.Fatalf("turned %s it stands at %+v", turn, c)
			}
			upright := image.NewGray(image.Rect(0, 0, m.Bounds().Dy(), m.Bounds().Dx()))
			for y := range m.Bounds().Dy() {
				for x := range m.Bounds().Dx() {
					upright.SetGray(y, x, m.GrayAt(x, y))
				}
			}
			m, c.X, c.Y, c.W, c.H = upright, c.Y, c.X, c.H, c.W
		}
		if got := scan(t, oned.NewCode128Reader(), m, c); got != "123456" {
			t.Errorf("turned %s: %q", turn, got)
		}
	}
}

func TestRead_PlacesBoxesToTheDot(t *testing.T) {
	l := one(t, "^XA^PW200^LL100^LH10,20^FO5,5^GB50,30,4^FS^FO0,0^GB20,0,2^FS^FO60,0^GB30,30,30^FS^FO65,5^GB10,10,10^FR^FS^XZ")
	m := picture(t, l)
	if l.Width != 200 || l.Height != 100 {
		t.Fatalf("%d by %d", l.Width, l.Height)
	}
	for at, want := range map[image.Point]uint8{{15, 25}: 0, {18, 28}: 0, {20, 30}: 255, {64, 54}: 0, {65, 55}: 255, {14, 24}: 255, // the box's rim is four dots
		{10, 20}: 0, {29, 21}: 0, {30, 21}: 255, {10, 22}: 255, // the line
		{70, 20}: 0, {99, 49}: 0, {76, 26}: 255, {84, 34}: 255, {85, 35}: 0} { // solid, with a reversed box in it
		if got := m.GrayAt(at.X, at.Y).Y; got != want {
			t.Errorf("dot %v is %d, want %d", at, got, want)
		}
	}
}

func TestRead_TextIsWrappedEscapedAndTurned(t *testing.T) {
	l := one(t, "^XA^CI28^CF0,30^FO10,10^FH^FDa_5Eb_7Ec _C3_A9^FS^FO10,100^FB200,3,4,C^FDone two three four\\&five^FS^FO400,10^A0R,40^FDside^FS^XZ")
	if want := []string{"a^b~c é", "one two three", "four", "five"}; !slices.Equal(l.Texts[:4], want) {
		t.Errorf("read %q", l.Texts)
	}
	m := picture(t, l)
	dark := func(r image.Rectangle) (n int) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if m.GrayAt(x, y).Y < 128 {
					n++
				}
			}
		}
		return n
	}
	if n := dark(image.Rect(400, 10, 440, 10+int(Width("side", 40))+2)); n < 200 {
		t.Errorf("the turned word has %d dark dots where it should stand", n)
	}
	if n := dark(image.Rect(445, 0, 812, 1218)); n != 0 {
		t.Errorf("%d dark dots beside it", n)
	}
}

func TestRead_NamesWhatItDoesNotDraw(t *testing.T) {
	l := one(t, "^XA^LRY^JMB^PMY^LS9^POI^LT0^LRN^MCY^FO10,10^BDN^FDx^FS^FO1,1^B7N^FDy^FS^XFR:F.ZPL^FO1,1^XGR:A.GRF^FS^XZ")
	if !slices.Equal(l.Unknown, []string{"^LR", "^JM", "^PM", "^LS", "^BD", "^B7", "^XF", "^XG"}) {
		t.Errorf("passed over in silence: %v", l.Unknown)
	}
	if len(l.Texts) > 0 {
		t.Errorf("what stands in bars was written as text: %v", l.Texts)
	}
}

func TestImage_CostsWhatALabelCosts(t *testing.T) {
	heavy := one(t, "^XA"+strings.Repeat("^FO0,0^GB8000,8000,4^FS", 20_000)+"^XZ")
	if _, err := heavy.Image(t.Context()); err == nil {
		t.Error("460 KB of boxes were drawn")
	}
	solid := one(t, "^XA^PW1000^LL1000"+strings.Repeat("^FO0,0^GB1000,1000,1000^FS", 100)+"^XZ")
	if _, err := solid.Image(t.Context()); err == nil || !strings.Contains(err.Error(), "too often") {
		t.Errorf("a hundred coats: %v", err)
	}
	if _, err := one(t, "^XA^PW8000^LL8000^XZ").Image(t.Context()); err == nil {
		t.Error("a square metre was drawn")
	}
	busy := one(t, "^XA"+strings.Repeat("^FO9,9^GB700,900,3^FS^FO60,60^A0N,40^FDPallet 4711 of 12^FS", 40)+"^XZ")
	if _, err := busy.Image(t.Context()); err != nil {
		t.Errorf("a full label: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := busy.Image(gone); err == nil {
		t.Error("drawn for nobody")
	}
	if _, err := Read(gone, "^XA^FDx^FS^XZ", Dots203); err == nil {
		t.Error("read for nobody")
	}
}

func TestImage_NoMoreThanTwoAreDrawnAtOnce(t *testing.T) {
	drawers <- struct{}{}
	drawers <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := one(t, "^XA^FDx^FS^XZ").Image(ctx); err == nil {
		t.Error("a third beside two")
	}
	<-drawers
	picture(t, one(t, "^XA^FDx^FS^XZ"))
	<-drawers
}

func TestRead_RefusesWhatIsNoLabel(t *testing.T) {
	for _, bad := range []string{"", "hello", "^XA^FDx^FS", "^XZ", "^XA^XA^XZ", strings.Repeat("^XA^XZ", 1001), "^XA^PQ99999999^XZ", "^XA^PQ501^XZ", "^XA" + strings.Repeat("^FO1,1^BQN,2,3^FDQA,x^FS", 2001) + "^XZ", "^XA^B3N^FDa*b^FS^XZ", strings.Repeat("x", 1<<20+1)} {
		if l, err := Read(t.Context(), bad, Dots203); err == nil {
			t.Errorf("%.20q was taken for %d labels", bad, len(l))
		}
	}
	if l, err := Read(t.Context(), "^XA^PW99999999^LL99999999^FO-5,-5^GB99999999,99999999,1^FS^XZ", Dots203); err != nil || l[0].Width != 8000 {
		t.Errorf("a huge label: %v", err)
	}
}

func TestGraphic_IsUnpacked(t *testing.T) {
	for s, want := range map[string][]byte{
		"FF00FF00":        {0xff, 0, 0xff, 0},
		"JF,!":            {0xff, 0xff, 0xff, 0xff}, // four F fill the row; the comma is a row of white, and ! a black one
		"F,:":             {0xf0, 0, 0xf0, 0},
		":B64:/wD/AA==:0": {0xff, 0, 0xff, 0},
	} {
		got, err := graphic(s, 2)
		if s == "JF,!" {
			want = []byte{0xff, 0xff, 0, 0, 0xff, 0xff}
		}
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: % x %v, want % x", s, got, err, want)
		}
	}
}

func TestPDF_HasAPageForEachCopy(t *testing.T) {
	l := one(t, "^XA^FO60,60^BY3^BCR,100,Y^FD>;123456^FS^FO9,9^GB50,50,50^FS^FO10,10^FR^A0B,20,30^FDx^FS^PQ3^XZ")
	var a, b bytes.Buffer
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	if err := PDF(&a, "Label", at, l); err != nil {
		t.Fatal(err)
	}
	if err := PDF(&b, "Label", at, l); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("equal labels gave other bytes: %v", err)
	}
	if n := bytes.Count(a.Bytes(), []byte("/Type /Page\n")); n != 3 {
		t.Errorf("%d pages", n)
	}
	if !bytes.Contains(a.Bytes(), []byte("/MediaBox [0 0 288.00 432.00]")) {
		t.Errorf("no page of four inches by six: %.400q", a.Bytes()[:min(400, a.Len())])
	}
}

func FuzzRead(f *testing.F) {
	f.Add("^XA^FO60,60^BY3^BCN,100,Y,N,N^FD>;>800106141411234567897^FS^FO1,1^GFA,4,4,2,FF00FF00^FS^XZ")
	f.Add("^XA^LL90^PW90^FO10,10^FB20,3,4,J,9^A0R,9,4^FH#^FDone#41\\&five^FS^XZ")
	f.Fuzz(func(t *testing.T, s string) {
		labels, err := Read(t.Context(), s, Dots203)
		if err != nil {
			return
		}
		for _, l := range labels[:min(2, len(labels))] {
			if l.Width*l.Height < 1<<20 {
				_, _ = l.Image(t.Context())
			}
		}
	})
}
