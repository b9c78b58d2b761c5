package brief

import (
	"strconv"
	"time"
)

// A calendar says when something was, as a person would: in the person's zone, seen from now.
type calendar struct {
	now  time.Time
	zone *time.Location
}

func newCalendar(now time.Time, zone *time.Location) calendar {
	if zone == nil {
		zone = time.UTC
	}
	return calendar{now.In(zone), zone}
}

// daysAgo counts midnights between t and now; negative for the future.
func (c calendar) daysAgo(t time.Time) int {
	date := func(t time.Time) time.Time {
		y, m, d := t.In(c.zone).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	return int(date(c.now).Sub(date(t)).Hours() / 24)
}

// day returns today, yesterday, a weekday of the last six days, or a date, with its year where that is another one.
func (c calendar) day(t time.Time) string { return c.name(t, "Monday") }

// moment is day with the time of day, where the day is near enough for that to matter.
func (c calendar) moment(t time.Time) string { return c.withTime(t, "Monday") }

// short is moment with a short weekday.
func (c calendar) short(t time.Time) string { return c.withTime(t, "Mon") }

func (c calendar) withTime(t time.Time, weekday string) string {
	name := c.name(t, weekday)
	if n := c.daysAgo(t); n > 6 || n < -1 {
		return name
	}
	return name + t.In(c.zone).Format(" 15:04")
}

func (c calendar) name(t time.Time, weekday string) string {
	switch n := c.daysAgo(t); {
	case n == 0:
		return "today"
	case n == 1:
		return "yesterday"
	case n == -1:
		return "tomorrow"
	case n > 1 && n <= 6:
		return t.In(c.zone).Format(weekday)
	case t.In(c.zone).Year() != c.now.Year():
		return t.In(c.zone).Format("2 Jan 2006")
	}
	return t.In(c.zone).Format("2 Jan")
}

// ago returns the age of t in its largest whole unit.
func (c calendar) ago(t time.Time) string {
	d := c.now.Sub(t)
	switch {
	case d < time.Minute:
		return "a moment ago"
	case d < time.Hour:
		return count(int(d.Minutes()), "minute") + " ago"
	case d < 24*time.Hour:
		return count(int(d.Hours()), "hour") + " ago"
	}
	return count(int(d.Hours()/24), "day") + " ago"
}

// count returns "1 day", "2 days".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
