import { findOfficePrograms, USUAL_FOLDERS } from '../../workers/convert/office-programs.ts'

/** The test command unpacks these if the machine has none. */
export function officePaths(): { readonly soffice: string | undefined; readonly bwrap: string | undefined } {
  return { soffice: process.env['SOFFICE_PATH'] || undefined, bwrap: process.env['BWRAP_PATH'] || undefined }
}

export const hasOffice = (): boolean => 'bwrap' in findOfficePrograms(officePaths(), USUAL_FOLDERS)
