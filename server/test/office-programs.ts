/** The LibreOffice and bubblewrap that the test command unpacked, or those of the machine; `npm test` says which. */
export function officePaths(): { readonly soffice: string | undefined; readonly bwrap: string | undefined } {
  return { soffice: process.env['SOFFICE_PATH'] || undefined, bwrap: process.env['BWRAP_PATH'] || undefined }
}
