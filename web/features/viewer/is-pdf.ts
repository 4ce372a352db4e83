/** Whether a name is that of a PDF, as far as it is known: other documents are not called one. */
export const isPdf = (name: string | undefined): boolean => name?.toLowerCase().endsWith('.pdf') ?? false
