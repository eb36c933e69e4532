export * from '@latchkey/testing/keys'
