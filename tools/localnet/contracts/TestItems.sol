// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ERC1155Receiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4);
}

/// An ERC-1155 that asks the receiver of a single transfer alone. Anybody may mint: it lives on local chains only.
contract TestItems {
    string public constant name = "Localnet Items";
    mapping(address => mapping(uint256 => uint256)) private balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256) external pure returns (string memory) {
        return "data:application/json;utf8,{%22name%22:%22Item {id}%22}";
    }

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return balances[owner][id];
    }

    function mint(address to, uint256 id, uint256 value) external {
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        require(
            to.code.length == 0 ||
                ERC1155Receiver(to).onERC1155Received(msg.sender, from, id, value, "") == 0xf23a6e61,
            "not taken"
        );
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata
    ) external {
        require(ids.length == values.length, "lists of two lengths");
        for (uint256 at = 0; at < ids.length; at++) move(from, to, ids[at], values[at]);
        emit TransferBatch(msg.sender, from, to, ids, values);
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "not allowed");
        require(to != address(0), "transfer to nobody");
        balances[from][id] -= value;
        balances[to][id] += value;
    }
}
