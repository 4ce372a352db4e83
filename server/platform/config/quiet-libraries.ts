/** The library's advice about Node would alarm administrators. */
export function quietS3Library(): void {
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
}
