package zpl

import (
	"fmt"
	"io"
	"time"

	"lading/server/document/bill/font"

	"github.com/go-pdf/fpdf"
)

// PDF writes labels one to a page, as large as they are, as often as they ask for. Bars and letters are drawn, not pictured, so they are
// as sharp as the printer can make them.
func PDF(w io.Writer, title string, made time.Time, labels ...Label) error {
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "pt"})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.AddUTF8FontFromBytes("label", "", font.Bold)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(title, true)
	pdf.SetProducer("Lading", true)
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	pages, marks := 0, 0
	for _, l := range labels {
		pt := 72 / DPI(l.Dots)
		for range l.Copies {
			if pages++; pages > maxLabels {
				return fmt.Errorf("zpl: more than %d labels", maxLabels)
			}
			if marks += len(l.marks); marks > 5*maxMarks {
				return fmt.Errorf("zpl: the labels hold too much to set")
			}
			pdf.AddPageFormat("P", fpdf.SizeType{Wd: float64(l.Width) * pt, Ht: float64(l.Height) * pt})
			for _, k := range l.marks {
				k.print(pdf, pt)
			}
		}
	}
	if err := pdf.Output(w); err != nil {
		return fmt.Errorf("set labels: %w", err)
	}
	return nil
}

func (k mark) print(pdf *fpdf.Fpdf, pt float64) {
	gray := 0
	if k.ink != black {
		gray = 255
	}
	if k.ink == invert { // white that is subtracted from what is there
		pdf.SetAlpha(1, "Difference")
		defer pdf.SetAlpha(1, "Normal")
	}
	if k.text == "" {
		pdf.SetFillColor(gray, gray, gray)
		pdf.Rect(k.x*pt, k.y*pt, k.w*pt, k.h*pt, "F")
		return
	}
	pdf.SetTextColor(gray, gray, gray)
	pdf.SetFont("label", "", k.size*pt)
	x, y := k.at.x*pt, k.at.y*pt
	pdf.TransformBegin()
	if angle := map[byte]float64{'R': -90, 'I': 180, 'B': 90}[k.at.turn]; angle != 0 {
		pdf.TransformRotate(angle, x, y)
	}
	if k.stretch != 1 {
		pdf.TransformScaleX(100*k.stretch, x, y)
	}
	pdf.Text(x, y, k.text)
	pdf.TransformEnd()
}
