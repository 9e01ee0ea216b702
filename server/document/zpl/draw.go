package zpl

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The picture of a label costs what its dots and marks cost. A label letter-size at 300 dpi has 8 million dots, and no label paints itself over thirty times.
const (
	maxDots  = 16 << 20
	maxCoats = 30
)

// drawers are how many labels are drawn at once: one that costs much holds up other labels, not the program.
var drawers = make(chan struct{}, 2)

// Image draws the label as the printer would: one pixel a dot. It stops when nobody waits for it any more.
func (l Label) Image(ctx context.Context) (*image.Gray, error) {
	if l.Width*l.Height > maxDots {
		return nil, fmt.Errorf("zpl: a label of %d by %d dots is too large to draw", l.Width, l.Height)
	}
	select {
	case drawers <- struct{}{}:
		defer func() { <-drawers }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	budget := maxCoats*l.Width*l.Height + 1<<20
	m := image.NewGray(image.Rect(0, 0, l.Width, l.Height))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for _, k := range l.marks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if budget < 0 {
			return nil, fmt.Errorf("zpl: the label paints over itself too often to draw")
		}
		if k.text != "" {
			budget -= letters(m, k)
			continue
		}
		box := image.Rect(whole(k.x), whole(k.y), whole(k.x+k.w), whole(k.y+k.h)).Intersect(m.Bounds())
		budget -= box.Dx()*box.Dy() + 16
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := m.Pix[m.PixOffset(box.Min.X, y):m.PixOffset(box.Max.X, y)]
			for x := range row {
				row[x] = k.ink.on(row[x], 255)
			}
		}
	}
	return m, nil
}

// PNG writes the picture.
func (l Label) PNG(ctx context.Context, w io.Writer) error {
	m, err := l.Image(ctx)
	if err != nil {
		return err
	}
	return png.Encode(w, m)
}

func whole(f float64) int { return int(math.Round(f)) }

// on puts the ink on a pixel, as much of it as the glyph's edge covers.
func (k ink) on(was, cover uint8) uint8 {
	w, c := int(was), int(cover)
	switch k {
	case white:
		return uint8(w + (255-w)*c/255)
	case invert:
		return uint8((w*(255-c) + (255-w)*c) / 255)
	}
	return uint8(w * (255 - c) / 255)
}

// letters fills a line's outlines, and says how many dots that took.
func letters(m *image.Gray, k mark) int {
	const room = 4
	// the line's own rectangle, turned, and what of it lies on the label
	long := Width(k.text, k.size) * k.stretch
	x, y, w, h := k.at.box(-room, -k.size-room, long+2*room, 1.4*k.size+2*room)
	box := image.Rect(int(x)-1, int(y)-1, int(x+w)+2, int(y+h)+2).Intersect(m.Bounds())
	if box.Empty() {
		return 16 * len(k.text)
	}
	pen := vector.NewRasterizer(box.Dx(), box.Dy())
	at := func(p fixed.Point26_6, u float64) (float32, float32) {
		px, py := k.at.put(u+float64(p.X)/64/em*k.size*k.stretch, float64(p.Y)/64/em*k.size)
		return float32(px - float64(box.Min.X)), float32(py - float64(box.Min.Y))
	}
	var buf sfnt.Buffer
	u := 0.0
	for _, c := range k.text {
		i, err := face().GlyphIndex(&buf, c)
		if err != nil {
			continue
		}
		outline, err := face().LoadGlyph(&buf, i, fixed.I(em), nil)
		if err == nil {
			for _, s := range outline {
				ax, ay := at(s.Args[0], u)
				bx, by := at(s.Args[1], u)
				cx, cy := at(s.Args[2], u)
				switch s.Op {
				case sfnt.SegmentOpMoveTo:
					pen.ClosePath()
					pen.MoveTo(ax, ay)
				case sfnt.SegmentOpLineTo:
					pen.LineTo(ax, ay)
				case sfnt.SegmentOpQuadTo:
					pen.QuadTo(ax, ay, bx, by)
				case sfnt.SegmentOpCubeTo:
					pen.CubeTo(ax, ay, bx, by, cx, cy)
				}
			}
			pen.ClosePath()
		}
		u += advance(c) * k.size * k.stretch
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	pen.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	for y := range box.Dy() {
		to, from := m.PixOffset(box.Min.X, box.Min.Y+y), mask.PixOffset(0, y)
		for x := range box.Dx() {
			if cover := mask.Pix[from+x]; cover > 0 {
				m.Pix[to+x] = k.ink.on(m.Pix[to+x], cover)
			}
		}
	}
	return 4*box.Dx()*box.Dy() + 200*len(k.text)
}
