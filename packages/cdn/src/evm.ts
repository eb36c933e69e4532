export * from '@latchkey/evm'
