// The part of XCTest that the trial uses. No SDK contains XCTest; Xcode does.
#import <Foundation/Foundation.h>

@interface XCTestCase : NSObject
@end

#define XCTAssertNotNil(value, ...) ((value) != nil ? (void)0 : NSLog(@"" __VA_ARGS__))
#define XCTAssertEqual(one, other, ...) ((one) == (other) ? (void)0 : NSLog(@"" __VA_ARGS__))
#define XCTAssertTrue(value, ...) ((value) ? (void)0 : NSLog(@"" __VA_ARGS__))
