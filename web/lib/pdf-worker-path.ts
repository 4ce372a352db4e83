/**
 * The PDF worker and its data have this URL path, whose version allows permanent caching. The build (`web/pdf-parts.ts`) fails if
 * pdfjs-dist has another version.
 */
export const PDF_WORKER_PATH = '/assets/pdf-5.4.296/'
