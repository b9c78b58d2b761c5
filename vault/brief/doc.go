// Package brief decides what a person is told at the start of a session: which of the things that sources and the
// vault say are worth a line, whose turn each is, in what order, and in which words.
//
// Compose is a pure function of its Input: no clock, no disk, no network, no order of maps. Sources are asked
// elsewhere, claims are corrected elsewhere, and the command line decides where the lines go. The rules lie one file a
// family: change.go and review.go (whose turn it is on a pull request), ticket.go and reply.go (whether a comment
// wants an answer), deploy.go, work.go and branch.go (git), thread.go, fixed.go and source.go.
//
// # Order
//
// The last session comes first. Then come, by level:
//
//  1. somebody waits for this person: a question, a review, requested changes
//  2. this person can finish something: merge, mend checks, solve conflicts
//  3. this person may want to go on: a review asked of the team, work that is not committed or pushed, open threads
//  4. others have to act: reviews that are awaited
//  5. news since the last session, which nobody has to act on
//  6. chores: branches that can go
//
// Within a level, what belongs to the repository of the working directory is first, then what belongs to its
// neighbours, then the rest; then the order in which the rules are listed at the constants of rank; then time: what
// has waited longest first, and of news the newest first. Corrections, sources that failed, and what is likely next
// close the brief. There are at most ten lines, of at most 400 characters each and 1,900 together, so that all of them
// stand in the first 2,000 characters of a hook's output; what did not fit is counted, and in the JSON under "more".
//
// # Text from outside
//
// Titles, comments, names and branches were written by others. They are shown as quotations or names on one line, cut
// short, without control characters, secrets, brackets that make links or tags.
package brief
