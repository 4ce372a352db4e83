import { findOfficePrograms, USUAL_FOLDERS } from '../workers/convert/office-programs.ts'

/** The LibreOffice and bubblewrap that the test command unpacked, where the machine has none in its usual folders. */
export function officePaths(): { readonly soffice: string | undefined; readonly bwrap: string | undefined } {
  return { soffice: process.env['SOFFICE_PATH'] || undefined, bwrap: process.env['BWRAP_PATH'] || undefined }
}

/** Whether Office documents can be converted: with the programs that the test command names, or with those of the machine. */
export const hasOffice = (): boolean => 'bwrap' in findOfficePrograms(officePaths(), USUAL_FOLDERS)
