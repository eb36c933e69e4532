// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The registry of EIP-137, without operators. It stands in for that of ENS on local chains.
contract NameRegistry {
    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }
    mapping(bytes32 => Record) private records;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);

    modifier onlyOwner(bytes32 node) {
        require(records[node].owner == msg.sender, "not the owner");
        _;
    }

    constructor() {
        records[bytes32(0)].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return records[node].ttl;
    }

    function setOwner(bytes32 node, address to) external onlyOwner(node) {
        records[node].owner = to;
        emit Transfer(node, to);
    }

    function setSubnodeOwner(
        bytes32 node,
        bytes32 label,
        address to
    ) external onlyOwner(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        records[subnode].owner = to;
        emit NewOwner(node, label, to);
    }

    function setResolver(bytes32 node, address to) external onlyOwner(node) {
        records[node].resolver = to;
        emit NewResolver(node, to);
    }

    function setTTL(bytes32 node, uint64 seconds_) external onlyOwner(node) {
        records[node].ttl = seconds_;
        emit NewTTL(node, seconds_);
    }
}
