export { ImageError, type ImageFailure } from './image-error.ts'
export { imageType } from './image-type.ts'
export { createStampImages, type StampImage, type StampImages } from './stamp-images.ts'
