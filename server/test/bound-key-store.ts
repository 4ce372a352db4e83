import type { KeyStore } from '../platform/crypto/key-store.ts'

/** The methods of a key store as plain functions, so that one of them can be replaced. */
export function boundKeyStore(store: KeyStore): KeyStore {
  return {
    rootKeys: () => store.rootKeys(),
    beginRootRotation: () => store.beginRootRotation(),
    finishRootRotation: (next) => store.finishRootRotation(next),
    pepper: () => store.pepper(),
    tokenKey: () => store.tokenKey(),
    checkpointKey: () => store.checkpointKey(),
    createVault: () => store.createVault(),
    shredKey: (vault) => store.shredKey(vault),
    holdsShredKey: (vault) => store.holdsShredKey(vault),
    retentionKey: (vault) => store.retentionKey(vault),
    destroyShredKey: (vault, tombstone) => store.destroyShredKey(vault, tombstone),
    tombstoneOf: (vault) => store.tombstoneOf(vault),
    destroyRetentionKey: (vault) => store.destroyRetentionKey(vault),
    listVaults: () => store.listVaults(),
  }
}
