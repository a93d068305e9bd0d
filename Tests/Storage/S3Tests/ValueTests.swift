import HTTP
import Testing

@testable import S3

@Suite("Where a bucket is, and what a store answers")
struct ValueTests {
    @Test(arguments: [
        ("s3://files", "files", ""), ("s3://files/", "files", ""), ("s3://my.files-1/a/b", "my.files-1", "a/b/"),
        ("s3://files/a_b~c.d/", "files", "a_b~c.d/"),
    ])
    func `a bucket and a prefix are read`(_ text: String, _ bucket: String, _ prefix: String) {
        #expect(S3Location(text)?.bucket == bucket)
        #expect(S3Location(text)?.prefix == prefix)
    }

    @Test(arguments: [
        "", "s3://", "s3:///a", "s3://ab", "s3://Files", "s3://fi..les", "s3://-files", "s3://files-", "s3://fi_les",
        "S3://files", "https://files", "s3://files//a", "s3://files/a//b", "s3://files/../a", "s3://files/.",
        "s3://files/a b",
        "s3://files/ä", "s3://files/a%20", "s3://files/a?b", "s3://files:80/a", "s3://user@files",
        "s3://files/" + String(repeating: "a", count: S3Location.maximumPrefixBytes),
        "s3://" + String(repeating: "a", count: 64),
    ])
    func `what is no bucket is none`(_ text: String) { #expect(S3Location(text) == nil) }

    @Test func `a region and a key are read, and nothing that would end a header field early`() {
        #expect(S3Region("eu-central-1")?.endpoint?.description == "https://s3.eu-central-1.amazonaws.com")
        for text in ["", "EU", "a b", "a/b", String(repeating: "a", count: 65)] { #expect(S3Region(text) == nil) }
        let key = S3Key(lines: "test:tester\nab/c+d=\n")
        #expect(key == S3Key(id: "test:tester", secret: "ab/c+d="))
        #expect(key.map { "\($0)" }?.contains("ab/c+d=") == false)
        for text in [
            "", "id\n", "id\nsecret\nmore", "i d\nsecret", "i,d\nsecret", "i/d\nsecret", "id\nsec ret", "id\nä",
        ] {
            #expect(S3Key(lines: text) == nil)
        }
    }

    @Test func `elements and their texts are read`() {
        let answer = XMLElement(
            document: Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <s:List xmlns:s='http://s3.amazonaws.com/doc/2006-03-01/' >
                  <Name>a&amp;b&lt;&#12354;&#x3042;</Name><None/>
                  <Contents><Key>1</Key></Contents><Contents ><Key>2</Key ></Contents><!-- none -->
                  <Data><![CDATA[<a>]]></Data>
                </s:List>

                """.utf8))
        #expect(answer?.name == "List")
        #expect(answer?["Name"] == "a&b<ああ")
        #expect(answer?["Data"] == "<a>")
        #expect(answer?["None"] == "" && answer?["Other"] == nil)
        #expect(answer?.children(named: "Contents").map { $0["Key"] } == ["1", "2"])
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "<a></a><b/>", "<a>&b;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#;</a>",
        "<a>&amp</a>",
        "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a b></a>", "<a b=c/>", "<a b=\"<\"/>",
        "<1/>", "<a",
        "<?xml <a/>", String(repeating: "<a>", count: 20) + String(repeating: "</a>", count: 20),
    ])
    func `what is no such document is none`(_ text: String) { #expect(XMLElement(document: Array(text.utf8)) == nil) }

    @Test func `what is not UTF-8 is no document`() {
        #expect(XMLElement(document: Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) == nil)
    }

    @Test func `a file has no more parts than a store takes`() {
        let bucket = S3Bucket(
            S3Location("s3://abc")!, at: S3Region.standard.endpoint!, .standard, S3Key(id: "a", secret: "b")!)
        #expect(bucket.partBytes(of: 1) == 16 << 20)
        #expect(bucket.partBytes(of: 1 << 40) * S3Bucket.maximumParts >= 1 << 40)
    }
}
