export const inFolder = (folder: number): { readonly folder?: number } =>
  folder === 0 ? {} : { folder }
