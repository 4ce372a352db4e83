/** The version allows permanent caching. The build (`web/pdf-parts.ts`) fails if pdfjs-dist differs. */
export const PDF_WORKER_PATH = '/assets/pdf-5.4.296/'
