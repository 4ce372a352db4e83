import path from 'node:path'
import ts from 'typescript'

const MODULES: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  Namespace: 'v1',
  PersistentVolumeClaim: 'v1',
  Secret: 'v1',
  Service: 'v1',
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
}

interface Manifest {
  readonly file: string
  readonly object: { readonly kind: string }
}

/** Kubernetes' JSON schemas allow unknown fields. */
export function faultsOfManifests(root: string, manifests: readonly Manifest[]): string[] {
  const lines = manifests.map(({ object }, index) => {
    const { kind } = object
    const from = `kubernetes-models/${MODULES[kind] ?? 'unknown'}/${kind}`
    return `export const object${index}: import('${from}').I${kind} = ${JSON.stringify(object)}`
  })
  const name = path.join(root, 'tools', 'deploy', 'manifests-as-types.ts')
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const fromDisk = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version, ...more) =>
    file === name
      ? ts.createSourceFile(name, lines.join('\n'), version)
      : fromDisk(file, version, ...more)
  const program = ts.createProgram([name], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : -1
    return `${manifests[line]?.file ?? 'types'}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
