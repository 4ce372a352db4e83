/** The S3 library would print developer advice about the version of Node, which an administrator takes for a fault. */
export function quietS3Library(): void {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
}
