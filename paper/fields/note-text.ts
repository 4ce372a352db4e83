/**
 * Height of a line in heights of its letters, of notes as of texts in boxes; that of a font itself is meant for book pages.
 *
 * A note stands alike in the editor, for its signers and in the sealed document: from the upper left corner of its rectangle on, in its own size,
 * without padding, its lines broken at the width. The rectangle clips it: what does not fit is seen nowhere.
 */
export const LINE_HEIGHT = 1.25
