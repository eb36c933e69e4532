// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// An ERC-721. Anybody may mint: it lives on local chains only.
contract TestCollectible {
    string public constant name = "Localnet Keys";
    string public constant symbol = "KEYS";
    mapping(uint256 => address) private owners;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        require(owner != address(0), "no such token");
    }

    /// The metadata and the picture themselves, so that no host has to serve them.
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return string.concat(
            "data:application/json;utf8,{%22name%22:%22Key ",
            decimal(tokenId),
            "%22,%22description%22:%22Opens nothing.%22,%22attributes%22:[{%22trait_type%22:%22Teeth%22,%22value%22:",
            decimal(2 + (tokenId % 5)),
            "}],%22image%22:%22data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path fill='rgb(",
            decimal((tokenId * 83) % 200),
            ",72,160)' d='M0 0h24v24H0z'/><path fill='none' stroke='white' stroke-width='2' d='M12 12a4 4 0 1 1 0-.1h8v4m-3-4v3'/></svg>%22}"
        );
    }

    function mint(address to, uint256 tokenId) external {
        require(owners[tokenId] == address(0), "already minted");
        owners[tokenId] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, tokenId);
    }

    function approve(address spender, uint256 tokenId) external {
        require(ownerOf(tokenId) == msg.sender, "not the owner");
        getApproved[tokenId] = spender;
        emit Approval(msg.sender, spender, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
        require(
            to.code.length == 0 ||
                ERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, "") == 0x150b7a02,
            "not taken"
        );
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(ownerOf(tokenId) == from, "not the owner");
        require(
            msg.sender == from ||
                msg.sender == getApproved[tokenId] ||
                isApprovedForAll[from][msg.sender],
            "not allowed"
        );
        require(to != address(0), "transfer to nobody");
        delete getApproved[tokenId];
        owners[tokenId] = to;
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        emit Transfer(from, to, tokenId);
    }

    function decimal(uint256 value) private pure returns (string memory text) {
        do {
            text = string.concat(string(abi.encodePacked(bytes1(uint8(48 + (value % 10))))), text);
            value /= 10;
        } while (value != 0);
    }
}
