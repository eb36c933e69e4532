export * from '@latchkey/bitcoin'
