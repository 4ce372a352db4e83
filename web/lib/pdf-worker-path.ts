/**
 * URL path of the PDF worker and its data. The version in it allows permanent caching. The build (`web/pdf-parts.ts`) fails
 * if pdfjs-dist has another one.
 */
export const PDF_WORKER_PATH = '/assets/pdf-5.4.296/'
