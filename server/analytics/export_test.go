package analytics

import (
	"time"

	"lading/server/report"
)

// PeriodDays is a period's days.
func PeriodDays(p Period, made time.Time) report.Span { return p.days(made) }

// NextOf is when a scheduled report is made after a time.
func NextOf(s *Schedule, after time.Time) time.Time { return s.next(after) }
