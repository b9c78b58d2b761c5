// Package claim finds what notes claim about the state of pull requests and tickets, and says which of it the world has
// overtaken. The corrections are written by vault.Writer.
//
// A claim is one of these forms, in English and in any case. REF is a pull request (PR #368, #368, acme/api#368, its
// address) or a ticket (TICKET-3051, a link to its note, its address); several words may stand for one state.
//
//	status: in review                 the property of a ticket's note, against the tracker. A ticket's note is one of
//	                                  type ticket, or with a property key; its key is that property, else its name
//	status: open, with pr: or change: the property of any other note that stands for a pull request
//	REF is in review                  also with still, now or currently; also remains, stays
//	REF in review                     at the start of a clause, or behind a word such as in, by or see
//	REF: in review; REF, in review    and with a dash
//	REF needs a review by Lena        and waits for, awaits, pending
//	REF (title, needs review)         a part of the parentheses right behind it
//	- [[TICKET-3051]] — in review: …  the relation of a bullet to a ticket's note
//
// States of a pull request are open, draft, in review, needs review, approved, changes requested, waiting for checks,
// merged and closed; of a ticket those words of trackers for to do, in progress, in review and done. What is behind
// the state has to end the thought: a stop, a comma, a bracket, the end of the paragraph. Behind "by" may be names.
//
// All else claims nothing. That is true of other verbs and tenses (was, had been, will be, is not); of sentences with
// conditions (if, when, while, until, after, once), times of the past (on 2026-03-01, yesterday, as of) or a question mark;
// of what somebody said or thought (John said that), and of an end that is only wanted (make sure that, goal, next); of
// code, math, comments, struck text, quotations, quotes, callouts, tables, footnotes and headings; of tasks that are
// ticked, of sections and notes that are logs (History, Log, Changelog, Timeline), of daily notes and the notes of sprints that
// are over; and of one state said of several things at once.
//
// The repository of a bare number is that which the note gives the same number elsewhere (pr: acme/api#368); else that
// of the note (repo:), of the bullet's target, of the note that the property service names, or the only one among the
// notes that it links to. Two that are possible are none: nothing is corrected on a guess.
//
// A pull request's state comes from its forge and a ticket's from its tracker alone: that one names the other says
// nothing. What no source has answered for is unknown, and stays as it is.
package claim
