/** Where the worker that reads PDFs and what it asks for are served; the version makes it good to be kept for ever. */
export const PDF_PARTS = '/assets/pdf-5.4.296/'
